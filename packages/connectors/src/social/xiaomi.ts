// Xiaomi: https://dev.mi.com/console/doc/detail?pId=711
import * as z from 'zod/mini';
import { brandLogos } from '../brand-logos.gen.ts';
import { clientConfig, clientFields, optional } from './form.ts';
import { oauthConnector } from './oauth.ts';
import { askProvider } from './provider-call.ts';

const config = z.extend(clientConfig, { skipConfirm: z.optional(z.boolean()), redirectUri: optional });
type Config = z.output<typeof config>;

const text = z.optional(z.nullable(z.string()));
const profile = z.looseObject({
  data: z.looseObject({ unionId: z.string().check(z.minLength(1)), miliaoNick: text, miliaoIcon: text }),
});

/** Token responses begin with a marker. */
const read = (body: string): unknown => JSON.parse(body.replace(/^&&&START&&&/, ''));

export const xiaomi = oauthConnector<Config>({
  id: 'xiaomi-universal',
  target: 'xiaomi',
  ...brandLogos.xiaomi,
  formItems: [...clientFields, { key: 'skipConfirm', type: 'Switch' }],
  config,
  authorizationEndpoint: 'https://account.xiaomi.com/oauth2/authorize',
  tokenEndpoint: 'https://account.xiaomi.com/oauth2/token',
  scope: '1',
  parameters: ({ skipConfirm = false }) => ({ skip_confirm: String(skipConfirm) }),
  exchange: () => ({ read }),
  user: async ({ issued }, { clientId }, tools) => {
    const call = {
      url: 'https://open.account.xiaomi.com/user/profile',
      query: { clientId, token: issued.access_token },
    };
    const told = await askProvider({ ...call, answer: profile, refusal: 'social_invalid_access_token' }, tools);
    const { unionId, miliaoNick, miliaoIcon } = told.data;
    return {
      id: unionId,
      ...(miliaoNick && { name: miliaoNick }),
      ...(miliaoIcon && { avatar: miliaoIcon }),
      rawData: told,
    };
  },
});
