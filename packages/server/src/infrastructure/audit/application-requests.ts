// Counts the requests of applications by day, outcome and detail. Anyone can send requests, so the details are few: those
// beyond the limit are counted without.
import { digestOf } from '../database/digest.ts';

/** `outcome`: `succeeded`, or the reason of the failure. `detail`: what the request named, such as a redirect URI. */
export type ApplicationRequest = { applicationId: string; outcome: string; detail: string };
type Counted = ApplicationRequest & { date: string; count: number; at: Date };
type Group = { details: number; counts: Map<string, Counted> };
/** By day, application and outcome, and then by detail. */
export type ApplicationRequests = Map<string, Group>;

export const succeeded = 'succeeded';
/** Of successes only registered URIs are counted, of which there are at most 100 at a time. */
const mostSucceeded = 200;
const mostFailed = 20;
const mostOfDetail = 2048;

/** A part of a URI would be another one, so it is kept whole or not at all. PostgreSQL stores no NUL. */
const storable = (detail: string) =>
  detail.length > mostOfDetail || detail.includes('\0') ? '' : detail.toWellFormed();

const add = (requests: ApplicationRequests, added: Counted) => {
  const { date, applicationId, outcome } = added;
  const name = `${date}/${applicationId}/${outcome}`;
  const group = requests.get(name) ?? { details: 0, counts: new Map<string, Counted>() };
  requests.set(name, group);
  const isKnown = group.counts.has(added.detail);
  const fits = isKnown || group.details < (outcome === succeeded ? mostSucceeded : mostFailed);
  const detail = fits ? added.detail : '';
  if (!isKnown && detail !== '') group.details += 1;
  const before = group.counts.get(detail);
  const at = before && before.at > added.at ? before.at : added.at;
  group.counts.set(detail, { ...added, detail, at, count: (before?.count ?? 0) + added.count });
};

export const countRequest = (
  requests: ApplicationRequests,
  { detail, ...request }: ApplicationRequest & { date: string; at: Date },
) => add(requests, { ...request, detail: storable(detail), count: 1 });

export const addRequests = (requests: ApplicationRequests, added: ApplicationRequests) => {
  for (const { counts } of added.values()) for (const counted of counts.values()) add(requests, counted);
};

export const requestRows = (requests: ApplicationRequests) =>
  [...requests.values()].flatMap(({ counts }) =>
    [...counts.values()].map(({ applicationId, date, outcome, detail, count, at }) => ({
      ...{ application_id: applicationId, date, outcome, detail, count },
      detail_digest: detail === '' ? '' : digestOf(detail),
      last_at: at,
    })),
  );

/** Parts of the statement that writes a batch; `rows` is the parameter with the rows. */
export const applicationRequestParts = (rows: string) => `requested as materialized (
      select * from jsonb_to_recordset(${rows}::jsonb)
        as counted (application_id text, date date, outcome text, detail text, detail_digest text, count bigint,
          last_at timestamptz)
    ), requests_placed as (
      select requested.*,
        requested.detail = '' or known.count is not null
          or (
            select count(*) from daily_application_requests as held
            where held.application_id = requested.application_id and held.date = requested.date
              and held.outcome = requested.outcome and held.detail_digest <> ''
          ) + row_number() over (
            partition by requested.application_id, requested.date, requested.outcome,
              requested.detail = '' or known.count is not null
            order by requested.detail_digest
          ) <= case requested.outcome when '${succeeded}' then ${mostSucceeded} else ${mostFailed} end as fits
      from requested
      left join daily_application_requests as known
        on known.application_id = requested.application_id and known.date = requested.date
          and known.outcome = requested.outcome and known.detail_digest = requested.detail_digest
    ), requests as (
      insert into daily_application_requests as daily
        (application_id, date, outcome, detail_digest, detail, count, last_at)
      select application_id, date, outcome, case when fits then detail_digest else '' end as digest,
        case when fits then detail else '' end as kept, sum(count), max(last_at)
      from requests_placed
      group by application_id, date, outcome, digest, kept
      order by application_id, date, outcome, digest
      on conflict (tenant_id, application_id, date, outcome, detail_digest) do update set
        count = daily.count + excluded.count,
        last_at = greatest(daily.last_at, excluded.last_at)
    )`;
