// Everything a tenant can put into its pages, as an attacker would write it. Each value contains the mark.
import type { Tenant } from './tenants.ts';

export const mark = 'tenantbytes';

const script = `<script>window.${mark} = 1</script>`;
const form = `<form action="http://127.0.0.1:9/${mark}"><input name="p" type="password"></form>`;
const frame = `<iframe srcdoc="${mark}"></iframe><meta http-equiv="refresh" content="0;url=http://127.0.0.1:9/${mark}">`;
const css = `/* ${mark} */ body { background: rgb(1, 2, 3) url(https://evil.example/${mark}) }`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;

export const customContent = { '/unknown-session': `${form}${frame}${script}` };
export const customUi = [
  { name: 'index.html', content: `<!doctype html>${script}` },
  { name: `${mark}.js`, content: `window.${mark} = 1` },
  { name: `${mark}.css`, content: css },
  { name: `${mark}.svg`, content: svg },
  { name: `${mark}.html`, content: script },
  { name: `deep/${mark}.xml`, content: svg },
];

/** The IDs of the created entities, and the URLs of the uploads. */
export const writeEverything = async (tenant: Tenant) => {
  const create = async (method: string, path: string, json: unknown): Promise<{ id: string }> => {
    const answer = await tenant.call(method, path, json);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.status === 204 ? { id: '' } : answer.json();
  };
  const text = `${mark} <b>${script}</b>`;
  const uploaded = await tenant.uploadCustomUi(customUi);
  const { customUiAssetId: id } = JSON.parse(uploaded.body) as { customUiAssetId: string };
  const files = [
    new File([svg], `${mark}.svg`, { type: 'image/svg+xml' }),
    new File([`<!doctype html>${script}`], `${mark}.html`, { type: 'image/png' }),
    new File([`window.${mark} = 1`], `${mark}.js`, { type: 'image/gif' }),
    new File([css], `${mark}.css`, { type: 'application/zip' }),
  ];
  const assets: string[] = [];
  for (const file of files) {
    const { body } = await tenant.upload('/user-assets', file);
    assets.push((JSON.parse(body) as { url: string }).url);
  }
  const application = await create('POST', '/applications', { name: text, description: text, type: 'SPA' });
  const organization = await create('POST', '/organizations', { name: text, description: text, customCss: css });
  await create('PUT', `/applications/${application.id}/sign-in-experience`, {
    ...{ displayName: text, customCss: css, termsOfUseUrl: null, privacyPolicyUrl: null },
  });
  await create('PUT', '/custom-phrases/en', { description: { sign_in: text, create_account: text } });
  await create('POST', '/custom-profile-fields', { name: 'shoe', type: 'Text', label: text, required: false });
  const [logo = ''] = assets;
  const branding = { logoUrl: logo, favicon: logo };
  await create('PATCH', `/organizations/${organization.id}`, { branding });
  await create('POST', '/saml-applications', { name: text, description: text });
  await create('POST', '/sso-connectors', { providerName: 'OIDC', connectorName: text });
  await create('PUT', '/email-templates', {
    templates: [
      {
        languageTag: 'en',
        templateType: 'SignIn',
        details: { subject: text, content: text, contentType: 'text/html' },
      },
    ],
  });
  await create('PATCH', '/account-center', { enabled: true });
  await create('PATCH', '/sign-in-exp', {
    customCss: css,
    customContent,
    customUiAssets: { id, createdAt: Date.now() },
    branding,
    unknownSessionRedirectUrl: `https://evil.example/${mark}`,
    supportWebsiteUrl: `https://evil.example/${mark}`,
    termsOfUseUrl: `https://evil.example/${mark}`,
    privacyPolicyUrl: `https://evil.example/${mark}`,
  });
  const withoutUi = () => create('PATCH', '/sign-in-exp', { customUiAssets: null });
  return { assets, applicationId: application.id, organizationId: organization.id, withoutUi };
};
