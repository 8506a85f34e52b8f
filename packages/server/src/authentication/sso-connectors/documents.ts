// Stored copies of what identity providers publish. Sign-ins use the copy; a copy that can't be fetched again stays in
// use.
import type { ConnectorTools } from '@tessera/connectors/connector';
import {
  SsoConfigError,
  type SsoConfigProblem,
  type SsoDocument,
  type SsoProvider,
  ssoConfigProblems,
} from '@tessera/connectors/sso/sso-provider';
import type { JsonObject } from '@tessera/contract/fields';
import { issueText } from '@tessera/phrases/issues';
import { type Selectable, sql } from 'kysely';
import type { SsoConnectorDocumentsTable } from '../../infrastructure/database/tables.gen.ts';
import type { Database, Transaction } from '../../infrastructure/database/tenant-database.ts';

export type StoredDocument = Selectable<SsoConnectorDocumentsTable>;
export type Source = { id: string; provider: SsoProvider; config: JsonObject };

const hour = 3_600_000;
const retry = { leastMs: 600_000, mostMs: 6 * hour };
/** Several sign-ins with a new key, or forged ones, must not turn into as many requests. */
const leastInterval = 2_000;

export const storedDocument = (db: Database | Transaction, connectorId: string): Promise<StoredDocument | undefined> =>
  db.selectFrom('ssoConnectorDocuments').selectAll().where('ssoConnectorId', '=', connectorId).executeTakeFirst();

/** Undefined if the copy is from another source than the configuration names now. */
export const copyFor = ({ provider, config }: Omit<Source, 'id'>, stored: StoredDocument | undefined) =>
  stored?.source === provider.sourceOf(config)
    ? ((stored.document ?? undefined) as SsoDocument | undefined)
    : undefined;

const valuesOf = ({ provider, config }: Source, document: SsoDocument, now: number) => {
  const expiry = provider.certificateExpiryOf(document);
  return {
    source: provider.sourceOf(config),
    document: JSON.stringify(document),
    fetchedAt: new Date(now),
    failedAt: null,
    failure: null,
    certificateExpiresAt: expiry === undefined ? null : new Date(expiry),
    refreshAt: new Date(now + hour),
  };
};

/** Together with the configuration that it was fetched for. */
export const replaceDocument = async (tx: Transaction, source: Source, document: SsoDocument, now: number) => {
  const values = valuesOf(source, document, now);
  await tx
    .insertInto('ssoConnectorDocuments')
    .values({ ssoConnectorId: source.id, ...values })
    .onConflict((conflict) => conflict.columns(['tenantId', 'ssoConnectorId']).doUpdateSet(values))
    .execute();
};

/** The stored row as it was before the provider was asked. */
type Before = Pick<StoredDocument, 'source' | 'fetchedAt'> | undefined;
type Finding = ReturnType<typeof valuesOf> | ReturnType<typeof failureOf>;

/** Unless another configuration or refresh moved the row to another source while the provider was asked. */
const noteFinding = async (db: Database, id: string, before: Before, values: Finding) => {
  await db
    .insertInto('ssoConnectorDocuments')
    .values({ ssoConnectorId: id, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'ssoConnectorId'])
        .doUpdateSet(values)
        .where('ssoConnectorDocuments.source', 'is not distinct from', before?.source ?? null),
    )
    .execute();
};

/** As long again as it has failed, so that a provider that is gone costs little; sign-ins ask it anyway. */
const pauseAfter = (fetchedAt: number | null | undefined, now: number): number => {
  const failsSince = (fetchedAt ?? now - 2 * hour) + hour;
  return Math.min(Math.max(now - failsSince, retry.leastMs), retry.mostMs);
};

/** Begins with the problem, so that administrators read it in their language. */
const reasonOf = (error: unknown) =>
  error instanceof SsoConfigError ? `${error.problem} ${error.found}`.trim() : (error as Error).message;

const isProblem = (text: string): text is SsoConfigProblem => (ssoConfigProblems as readonly string[]).includes(text);

export const failureText = (failure: string, languages: readonly string[]): string => {
  const [problem = '', ...found] = failure.split(' ');
  return isProblem(problem) ? issueText(`sso.${problem}`, languages, { found: found.join(' ') }) : failure;
};

const failureOf = ({ provider, config }: Source, before: Before, error: unknown, now: number) => {
  const source = provider.sourceOf(config);
  const copy = before?.source === source ? before : undefined;
  return {
    source,
    failedAt: new Date(now),
    failure: reasonOf(error).slice(0, 256),
    refreshAt: new Date(now + pauseAfter(copy?.fetchedAt, now)),
    // A document of another source must not pass for one of this source.
    ...(!copy && { document: null, fetchedAt: null, certificateExpiresAt: null }),
  };
};

/** For a connector that is not configured, so that it takes no turn of others. */
export const postpone = async (db: Database, id: string) => {
  await db
    .updateTable('ssoConnectorDocuments')
    .set({ refreshAt: sql<Date>`now() + interval '1 hour'` })
    .where('ssoConnectorId', '=', id)
    .execute();
};

type Parts = { db: Database; tools: ConnectorTools };

/** Fetches the document and stores it; a failure is noted, and the copy stays. */
export const refreshDocument = async ({ db, tools }: Parts, source: Source, before: Before): Promise<SsoDocument> => {
  const now = tools.now();
  const document = await source.provider.loadDocument(source.config, tools).catch(async (error: unknown) => {
    await noteFinding(db, source.id, before, failureOf(source, before, error, now));
    throw error;
  });
  await noteFinding(db, source.id, before, valuesOf(source, document, now));
  return document;
};

/** The copy, or the first one. */
export const documentOf = async (parts: Parts, source: Source): Promise<SsoDocument> => {
  const stored = await storedDocument(parts.db, source.id);
  return copyFor(source, stored) ?? refreshDocument(parts, source, stored);
};

/** Asks the provider for a key or certificate that the copy doesn't have. */
export const latestDocument = async (parts: Parts, source: Source): Promise<SsoDocument> => {
  const stored = await storedDocument(parts.db, source.id);
  const copy = copyFor(source, stored);
  const lastTry = Math.max(stored?.fetchedAt ?? 0, stored?.failedAt ?? 0);
  if (copy && parts.tools.now() - lastTry < leastInterval) return copy;
  return refreshDocument(parts, source, stored).catch((error: unknown) => {
    if (!copy) throw error;
    return copy;
  });
};
