// Introspection access: the application that holds a token, and the tenant's own APIs.
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Services } from '../../services.ts';

type Asked = { kind?: string; clientId?: string };

/**
 * An API that receives an access token authenticates as an application of the tenant. Refresh tokens are never sent to
 * APIs, and third parties learn nothing about other applications' tokens.
 */
export const introspectionPolicy =
  ({ applications }: Pick<Services, 'applications'>, tenantId: string) =>
  async (_ctx: KoaContextWithOIDC, client: Client, token: unknown): Promise<boolean> => {
    const { kind, clientId } = token as Asked;
    if (clientId === client.clientId) return true;
    if (kind === 'RefreshToken' || client.clientAuthMethod === 'none') return false;
    const asking = await applications.find(tenantId, client.clientId);
    return asking !== undefined && !asking.isThirdParty;
  };
