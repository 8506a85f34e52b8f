// External sign-in within an interaction. The expected response is stored in the interaction, so that it counts once,
// for the requesting browser and its request only.
import type { Authorization } from '@tessera/connectors/connector';
import { isTestState } from '@tessera/contract/connector-test-state';
import type { ContextFor } from '../../context.ts';
import { consume } from '../../infrastructure/database/consume.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { sameSecret } from '../../random.ts';
import type { ConnectorSession, ExperienceState } from './interaction.ts';
import { type SocialRecord, type SsoRecord, type VerificationRecord, withRecord } from './verifications.ts';

type Ctx = ContextFor<'interaction'>;
type Question = { state: string; redirectUri: string; scope?: string | undefined };
type AskingRecord = SocialRecord | SsoRecord;

export const questionOf = ({ state, redirectUri, scope }: Question) => {
  if (!state || !redirectUri || isTestState(state)) throw new RequestError('session.insufficient_info');
  return { state, redirectUri, ...(scope && { scope }) };
};

/** A new request replaces the previous one of its type and its result. */
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

/** The record that a response belongs to. */
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

/** Consumes the stored request, even for an invalid response. */
export const takeSession = async (
  ctx: Ctx,
  state: ExperienceState,
  id: string,
  data: Record<string, unknown>,
  needsState: boolean,
): Promise<{ session: ConnectorSession; rest: ExperienceState }> => {
  const session = state.connectorSessions?.[id];
  if (!session || !(await consume.connectorSession(ctx.db, ctx.interaction.id, id))) {
    throw new RequestError('session.connector_session_not_found');
  }
  const { state: given } = data;
  const fits = given === undefined ? !needsState : typeof given === 'string' && sameSecret(given, session.state);
  if (!fits) throw new RequestError('session.verification_failed');
  const { [id]: _, ...others } = state.connectorSessions ?? {};
  return { session, rest: { ...state, connectorSessions: others } };
};
