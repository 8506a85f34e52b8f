// Domains of public email providers, which no company owns and which enterprise SSO therefore can't use. Without a
// schema, for the browser.
const publicEmailDomains: ReadonlySet<string> = new Set([
  ...['126.com', '163.com', 'aol.com', 'daum.net', 'fastmail.com', 'foxmail.com', 'free.fr', 'gmail.com'],
  ...['gmx.at', 'gmx.ch', 'gmx.com', 'gmx.de', 'gmx.net', 'googlemail.com', 'hanmail.net', 'hey.com', 'hotmail.co.uk'],
  ...['hotmail.com', 'hotmail.de', 'hotmail.fr', 'hotmail.it', 'icloud.com', 'inbox.ru', 'laposte.net', 'libero.it'],
  ...['list.ru', 'live.com', 'mac.com', 'mail.com', 'mail.ru', 'me.com', 'msn.com', 'naver.com', 'orange.fr'],
  ...['outlook.com', 'outlook.de', 'outlook.fr', 'proton.me', 'protonmail.com', 'qq.com', 'rediffmail.com', 'sina.com'],
  ...['sohu.com', 't-online.de', 'tutanota.com', 'web.de', 'yahoo.co.jp', 'yahoo.co.uk', 'yahoo.com', 'yahoo.de'],
  ...['yahoo.fr', 'yandex.com', 'yandex.ru', 'yeah.net', 'ymail.com', 'zoho.com'],
]);

export const isPublicEmailDomain = (domain: string): boolean => publicEmailDomains.has(domain.toLowerCase());
