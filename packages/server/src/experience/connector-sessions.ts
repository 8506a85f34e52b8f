// The way to somebody else's sign-in and back. What the person has to come back with is remembered in their interaction,
// so that an answer counts for the browser that asked, once, and only for the question that it answers.
import type { Authorization } from '@tessera/connectors/connector';
import { consume } from '../database/consume.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { sameSecret } from '../random.ts';
import type { ConnectorSession, ExperienceState } from './interaction.ts';
import { type SocialRecord, type SsoRecord, type VerificationRecord, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Question = { state: string; redirectUri: string; scope?: string | undefined };
type AskingRecord = SocialRecord | SsoRecord;

export const questionOf = ({ state, redirectUri, scope }: Question) => {
  if (!state || !redirectUri) throw new RequestError('session.insufficient_info');
  return { state, redirectUri, ...(scope && { scope }) };
};

/** A new question replaces the one before it, with everything that was to be its answer. */
export const withQuestion = (
  state: ExperienceState,
  record: AskingRecord,
  { state: expected, redirectUri }: Question,
  { session = {} }: Authorization,
): ExperienceState => {
  const replaced = state.verificationRecords.filter(({ type }) => type === record.type).map(({ id }) => id);
  const others = Object.entries(state.connectorSessions ?? {}).filter(([id]) => !replaced.includes(id));
  const own: ConnectorSession = { connectorId: record.connectorId, state: expected, redirectUri, session };
  return {
    ...withRecord(state, record),
    connectorSessions: { ...Object.fromEntries(others), [record.id]: own },
  };
};

/** The record that an answer is for. */
export const askingRecord = <T extends AskingRecord['type']>(
  state: ExperienceState,
  type: T,
  id: string,
  connectorId: string,
): Extract<AskingRecord, { type: T }> => {
  const isWanted = (one: VerificationRecord): one is Extract<AskingRecord, { type: T }> =>
    one.id === id && one.type === type;
  const record = state.verificationRecords.find(isWanted);
  if (!record) throw new RequestError('session.verification_session_not_found');
  if (record.connectorId !== connectorId) throw new RequestError('session.invalid_connector_id');
  return record;
};

/** Uses the remembered question up, whatever the answer turns out to be. */
export const takeSession = async (
  ctx: Ctx,
  state: ExperienceState,
  id: string,
  data: Record<string, unknown>,
  needsState: boolean,
): Promise<{ session: ConnectorSession; rest: ExperienceState }> => {
  const session = state.connectorSessions?.[id];
  if (!session || !(await consume.connectorSession(ctx.db, ctx.interaction.details.jti, id))) {
    throw new RequestError('session.connector_session_not_found');
  }
  const { state: given } = data;
  const fits = given === undefined ? !needsState : typeof given === 'string' && sameSecret(given, session.state);
  if (!fits) throw new RequestError('session.verification_failed');
  const { [id]: _, ...others } = state.connectorSessions ?? {};
  return { session, rest: { ...state, connectorSessions: others } };
};
