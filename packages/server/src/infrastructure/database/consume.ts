// The consume gate: a single-use value is used once, before it expires, in one atomic statement. Only the caller that
// gets the row has used it.
import { sql } from 'kysely';
import { modelId } from './digest.ts';
import type { Database, Transaction } from './tenant-database.ts';

const now = sql<number>`now()`;

const renewalSeconds = 20;

export const consume = {
  /** Codes and refresh tokens of the provider. `note` is stored with the row, for concurrent callers. */
  modelInstance: async (db: Database, modelName: string, id: string, note: object = {}): Promise<boolean> => {
    const row = await db
      .updateTable('oidcModelInstances')
      .set({ consumedAt: now, payload: sql`payload || ${JSON.stringify(note)}::jsonb` })
      .where('modelName', '=', modelName)
      .where('id', '=', modelId(modelName, id))
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  /** A token that allows acting as a user. */
  subjectToken: async (db: Database, id: string): Promise<boolean> => {
    const row = await db
      .updateTable('subjectTokens')
      .set({ consumedAt: now })
      .where('id', '=', id)
      .where('consumedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** An invitation, in the transaction of its effect: accepted or revoked, but only one of both, once. */
  invitation: async (tx: Transaction, id: string, status: 'Accepted' | 'Revoked'): Promise<boolean> => {
    const row = await tx
      .updateTable('organizationInvitations')
      .set({ status })
      .where('id', '=', id)
      .where('status', '=', 'Pending')
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** A verification for one change of its owner's account, in the transaction of that change. */
  verificationRecord: async (tx: Transaction, id: string, userId: string): Promise<boolean> => {
    const row = await tx
      .deleteFrom('verificationRecords')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('expiresAt', '>', now)
      .where(sql<boolean>`(data ->> 'verified')::boolean`, '=', true)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** The pending part of a verification, returned once; `undefined` if it was already used or has expired. */
  partOfRecord: async <T>(
    db: Database,
    { id, userId, type }: { id: string; userId: string; type: string },
    name: string,
  ): Promise<T | undefined> => {
    const row = await db
      .updateTable('verificationRecords')
      .from('verificationRecords as before')
      .set({ data: sql`verification_records.data - ${name}::text` })
      .whereRef('before.id', '=', 'verificationRecords.id')
      .where('verificationRecords.id', '=', id)
      .where('verificationRecords.userId', '=', userId)
      .where('verificationRecords.type', '=', type)
      .where('verificationRecords.expiresAt', '>', now)
      .where(sql<boolean>`verification_records.data ? ${name}::text`, '=', true)
      .returning(sql<T>`before.data -> ${name}::text`.as('part'))
      .executeTakeFirst();
    return row?.part as T | undefined;
  },

  /** A one-time token sent to a user. */
  oneTimeToken: async (db: Database, id: string): Promise<boolean> => {
    const row = await db
      .updateTable('oneTimeTokens')
      .set({ status: 'consumed' })
      .where('id', '=', id)
      .where('status', '=', 'active')
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** State kept while the user is at an external identity provider; redeemable once. */
  connectorSession: async (db: Database, interactionId: string, verificationId: string): Promise<boolean> => {
    const sessions = sql`payload #> '{result,connectorSessions}'`;
    const row = await db
      .updateTable('oidcModelInstances')
      .set({ payload: sql`jsonb_set(payload, '{result,connectorSessions}', (${sessions}) - ${verificationId}::text)` })
      .where('modelName', '=', 'Interaction')
      .where('id', '=', interactionId)
      .where('expiresAt', '>', now)
      .where(sql<boolean>`${sessions} ? ${verificationId}::text`)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** A test of a social connector, by the digest of its state. */
  connectorTest: (db: Database, state: string, connectorId: string) =>
    db
      .updateTable('connectorTests')
      .set({ answeredAt: now })
      .where('state', '=', state)
      .where('connectorId', '=', connectorId)
      .where('answeredAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['id', 'factoryId', 'data', 'createdAt', 'createdBy'])
      .executeTakeFirst(),

  /** A test of an enterprise SSO connector, by the digest of its state. */
  ssoConnectorTest: (db: Database, state: string, ssoConnectorId: string) =>
    db
      .updateTable('ssoConnectorTests')
      .set({ answeredAt: now })
      .where('state', '=', state)
      .where('ssoConnectorId', '=', ssoConnectorId)
      .where('answeredAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['id', 'data', 'createdAt', 'createdBy'])
      .executeTakeFirst(),

  /** The start of a test with an application, by the digest of its token: in one browser, with one state. */
  applicationTestStart: (db: Database, startToken: string, begun: { state: string; browser: string }) =>
    db
      .updateTable('applicationTests')
      .set({ ...begun, startedAt: now })
      .where('startToken', '=', startToken)
      .where('startedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['id', 'applicationId', 'data', 'createdBy'])
      .executeTakeFirst(),
  /** The response to a test with an application, by the digests of its state and of the browser's cookie. */
  applicationTest: (db: Database, state: string, browser: string) =>
    db
      .updateTable('applicationTests')
      .set({ answeredAt: now })
      .where('state', '=', state)
      .where('browser', '=', browser)
      .where('answeredAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['id', 'applicationId', 'data', 'createdBy', 'startedAt'])
      .executeTakeFirst(),
  /** The result of a test with an application, for its creator. */
  applicationTestResult: (db: Database, id: string, applicationId: string, createdBy: string) =>
    db
      .deleteFrom('applicationTests')
      .where('id', '=', id)
      .where('applicationId', '=', applicationId)
      .where('createdBy', '=', createdBy)
      .where('finishedAt', 'is not', null)
      .where('expiresAt', '>', now)
      .returning('data')
      .executeTakeFirst(),

  /** A request to a SAML identity provider, by the digest of its ID: it gets one answer, for the given code. */
  samlRequest: (db: Database, id: string, connectorId: string, answer: { code: string; identity: string }) =>
    db
      .updateTable('samlRequests')
      .set(answer)
      .where('id', '=', id)
      .where('connectorId', '=', connectorId)
      .where('code', 'is', null)
      .where('expiresAt', '>', now)
      .returning('id')
      .executeTakeFirst(),
  /** The answer to a SAML request, by the digests of its ID and of its code. */
  samlAnswer: (db: Database, id: string, connectorId: string, code: string) =>
    db
      .deleteFrom('samlRequests')
      .where('id', '=', id)
      .where('connectorId', '=', connectorId)
      .where('code', '=', code)
      .where('expiresAt', '>', now)
      .returning('identity')
      .executeTakeFirst(),
  /** A sign-in that a SAML identity provider started, by the digest of its cookie. */
  idpInitiatedSession: (db: Database, id: string, connectorId: string) =>
    db
      .deleteFrom('idpInitiatedSamlSessions')
      .where('id', '=', id)
      .where('connectorId', '=', connectorId)
      .where('expiresAt', '>', now)
      .returning('assertionContent')
      .executeTakeFirst(),
  /** A sign-in to a SAML application, by the digests of its state and of the browser's cookie. */
  samlApplicationSession: (db: Database, id: string, applicationId: string, browser: string) =>
    db
      .deleteFrom('samlApplicationSessions')
      .where('id', '=', id)
      .where('applicationId', '=', applicationId)
      .where('browser', '=', browser)
      .where('expiresAt', '>', now)
      .returning(['samlRequestId', 'relayState', 'authenticatedAfter', 'acsUrl'])
      .executeTakeFirst(),
  /** A sign-in to a protected application, by the digests of its state and of the browser's cookie. */
  protectedAppSignIn: (
    db: Database,
    { id, browser, applicationId, host }: { id: string; browser: string; applicationId: string; host: string },
  ) =>
    db
      .deleteFrom('protectedAppSignIns')
      .where('id', '=', id)
      .where('applicationId', '=', applicationId)
      .where('host', '=', host)
      .where('browser', '=', browser)
      .where('expiresAt', '>', now)
      .returning('returnPath')
      .executeTakeFirst(),
  /** Something that may be seen once, such as an assertion. `false`: it was seen before. */
  firstSight: async (db: Database, kind: string, value: string, until: number): Promise<boolean> => {
    const row = await db
      .insertInto('replayMarks')
      .values({ kind, value, expiresAt: new Date(until) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('value')
      .executeTakeFirst();
    return row !== undefined;
  },

  /** One attempt at a sent code; `undefined` if none are left. */
  tryOfCode: (db: Database, id: string, most: number) =>
    db
      .updateTable('passcodes')
      .set({ tryCount: sql`try_count + 1` })
      .where('id', '=', id)
      .where('consumed', '=', false)
      .where('tryCount', '<', most)
      .returning('code')
      .executeTakeFirst(),

  code: async (db: Database, id: string): Promise<boolean> => {
    const row = await db
      .updateTable('passcodes')
      .set({ consumed: true })
      .where('id', '=', id)
      .where('consumed', '=', false)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },

  /**
   * An MFA factor. The user is locked, so the second of two concurrent uses sees the first. `use` returns the updated
   * factors, or undefined if it is not allowed.
   */
  factor: (db: Database, userId: string, use: (factors: unknown[]) => unknown[] | undefined): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('users')
        .select('mfaVerifications')
        .where('id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      const used = use(row?.mfaVerifications ?? []);
      if (!used) return false;
      await tx
        .updateTable('users')
        .set({ mfaVerifications: JSON.stringify(used) })
        .where('id', '=', userId)
        .execute();
      return true;
    }),

  /** The lease to refresh stored tokens: one caller at a time, for as long as a refresh may take. */
  turnOfRenewal: async (db: Database, { id, tokenSet }: { id: string; tokenSet: string | null }): Promise<boolean> => {
    const until = sql`extract(epoch from now())::bigint + ${renewalSeconds}::int`;
    const row = await db
      .updateTable('secrets')
      .set({ metadata: sql`jsonb_set(metadata, '{renewingUntil}', to_jsonb(${until}))` })
      .where('id', '=', id)
      .where('tokenSet', '=', tokenSet)
      .where(sql<boolean>`coalesce((metadata ->> 'renewingUntil')::bigint, 0) < extract(epoch from now())`)
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  renewalSeconds,
  endOfRenewal: async (db: Database, id: string): Promise<void> => {
    await db.updateTable('secrets').set({ metadata: sql`metadata - 'renewingUntil'` }).where('id', '=', id).execute();
  },

  /** The pending passkey challenge of an interaction; its digest is returned once. */
  challenge: async (
    db: Database,
    interactionId: string,
    purpose: 'registration' | 'authentication' | 'sign-in',
  ): Promise<string | undefined> => {
    const row = await db
      .deleteFrom('passkeyChallenges')
      .where('interactionId', '=', interactionId)
      .where('purpose', '=', purpose)
      .where('expiresAt', '>', now)
      .returning('challenge')
      .executeTakeFirst();
    return row?.challenge;
  },
};
