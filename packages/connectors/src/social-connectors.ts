// The social connectors, in the order of the chooser.
import type { SocialConnector } from './connector.ts';
import { alipayNative, alipayWeb } from './social/alipay.ts';
import { amazon } from './social/amazon.ts';
import { apple } from './social/apple.ts';
import { azuread } from './social/azuread.ts';
import { dingtalk } from './social/dingtalk.ts';
import { discord } from './social/discord.ts';
import { facebook } from './social/facebook.ts';
import { feishu } from './social/feishu.ts';
import { github } from './social/github.ts';
import { gitlab } from './social/gitlab.ts';
import { google } from './social/google.ts';
import { huggingface } from './social/huggingface.ts';
import { kakao } from './social/kakao.ts';
import { kook } from './social/kook.ts';
import { line } from './social/line.ts';
import { linkedin } from './social/linkedin.ts';
import { naver } from './social/naver.ts';
import { oauth2 } from './social/oauth2.ts';
import { oidc } from './social/oidc.ts';
import { patreon } from './social/patreon.ts';
import { qq } from './social/qq.ts';
import { saml } from './social/saml.ts';
import { slack } from './social/slack.ts';
import { wechatNative, wechatWeb } from './social/wechat.ts';
import { wecom } from './social/wecom.ts';
import { x } from './social/x.ts';
import { xiaomi } from './social/xiaomi.ts';

export const socialConnectors: readonly SocialConnector[] = [
  ...[
    google,
    apple,
    facebook,
    github,
    discord,
    wechatWeb,
    wechatNative,
    alipayWeb,
    alipayNative,
    kakao,
    naver,
    azuread,
  ],
  ...[amazon, dingtalk, feishu, gitlab, huggingface, kook, line, linkedin, patreon, qq, slack, wecom, x, xiaomi],
  ...[oauth2, oidc, saml],
];
