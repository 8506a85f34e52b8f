// Connectors whose fields depend on each other, or are endpoints, keys, documents and IDs of a provider: values that their
// configuration refuses, with the field and the message in two languages.
import { generateKeyPairSync } from 'node:crypto';
import { algorithms, formats } from '@tessera/connectors/social/saml-config';
import { certificate, entityId, metadata } from './saml-provider.ts';

type Case = [field: string, change: object, english: string, german: string];
type ConnectorFields = { config: object; metadata?: object; wrong: Case[] };

const text: [string, string] = ['must be a string', 'muss ein String sein'];
const required: [string, string] = ['required', 'erforderlich'];
const number: [string, string] = ['must be a number', 'muss eine Zahl sein'];
const flag: [string, string] = ['must be true or false', 'muss true oder false sein'];
const email: [string, string] = ['not a valid email address', 'keine gültige E-Mail-Adresse'];
const url: [string, string] = ['must start with https:// or http://', 'muss mit https:// oder http:// beginnen'];
const headerValue: [string, string] = ['not a valid header value', 'kein gültiger Headerwert'];
const credential: [string, string] = [
  'use printable ASCII characters without spaces',
  'nur druckbare ASCII-Zeichen ohne Leerzeichen verwenden',
];
const oneLine: [string, string] = ['must be on one line', 'muss in einer Zeile stehen'];
const region: [string, string] = [
  'must be a region such as eu-central-1 or ap-guangzhou',
  'muss eine Region wie eu-central-1 oder ap-guangzhou sein',
];
const arn: [string, string] = [
  'must be an ARN such as arn:aws:ses:eu-central-1:123456789012:identity/example.com',
  'muss ein ARN wie arn:aws:ses:eu-central-1:123456789012:identity/example.com sein',
];
const mailgunUrl: [string, string] = [
  'must be a Mailgun URL without a path, such as https://api.eu.mailgun.net',
  'muss eine Mailgun-URL ohne Pfad sein, etwa https://api.eu.mailgun.net',
];
const hostName: [string, string] = [
  'must be a host name such as login.example.com',
  'muss ein Hostname wie login.example.com sein',
];
const entraTenant: [string, string] = [
  'must be a tenant ID, a domain, or one of: common, organizations, consumers',
  'muss eine Mandanten-ID, eine Domain oder einer dieser Werte sein: common, organizations, consumers',
];
const notNegative: [string, string] = ['must be 0 or more', 'muss mindestens 0 sein'];
const duration: [string, string] = [
  'must be a number of seconds, or a text such as 30s or 5 minutes',
  'muss eine Anzahl Sekunden sein oder ein Text wie 30s oder 5 minutes',
];
const jwksUri = 'https://id.example.com/jwks';
const verifiedBy = (change: object) => ({ idTokenVerificationConfig: { jwksUri, ...change } });
const oneOf = (...values: string[]): [string, string] => [
  `must be one of: ${values.join(', ')}`,
  `muss einer dieser Werte sein: ${values.join(', ')}`,
];
const key: [string, string] = [
  "this private key can't be opened; enter it in PEM format, with its password if it has one",
  'dieser private Schlüssel lässt sich nicht öffnen; geben Sie ihn im PEM-Format ein, mit seinem Passwort, falls er eines hat',
];
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const lockedKey = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' });
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

const httpMessage: ConnectorFields = {
  config: { endpoint: 'https://messages.example.com/', authorization: 'Bearer key' },
  wrong: [
    ['endpoint', { endpoint: 'ftp://messages.example.com' }, ...url],
    ['endpoint', { endpoint: 'messages.example.com' }, ...url],
    ['endpoint', { endpoint: 7 }, ...text],
    ['endpoint', { endpoint: undefined }, ...required],
    ['authorization', { authorization: ['Bearer key'] }, ...text],
    ['authorization', { authorization: 'Bearer key\r\nhost: other' }, ...headerValue],
    ['authorization', { authorization: 'Bearer schlüssel' }, ...headerValue],
  ],
};
export const connectorFields: Record<string, ConnectorFields> = {
  'simple-mail-transfer-protocol': {
    config: { host: 'smtp.example.com', port: 587, fromEmail: 'shop@example.com', templates: [] },
    wrong: [
      ['host', { host: '' }, ...required],
      ['host', { host: 7 }, ...text],
      ['port', { port: 'many' }, ...number],
      ['port', { port: 70_000 }, 'must be 65535 or less', 'darf höchstens 65535 sein'],
      ['auth', { auth: 'shop' }, 'must be an object', 'muss ein Objekt sein'],
      ['auth.pass', { auth: { type: 'login', user: 'shop' } }, ...required],
      ['auth.user', { auth: { type: 'login', pass: 'secret' } }, ...required],
      ['auth.pass', { auth: { type: 'login', user: 'shop', pass: '' } }, ...required],
      ['auth.user', { auth: { type: 'login', user: '', pass: 'secret' } }, ...required],
      [
        'auth',
        { auth: { type: 'oauth2', user: 'shop', clientId: 'shop', clientSecret: 'secret' } },
        'needs an access token or a refresh token',
        'braucht ein Zugriffstoken oder ein Aktualisierungstoken',
      ],
      ['auth.accessUrl', { auth: { type: 'oauth2', user: 'a', accessToken: 'b', accessUrl: 'nowhere' } }, ...url],
      ['auth.serviceClient', { auth: { type: 'oauth2', user: 'shop', privateKey: 'key' } }, ...required],
      ['fromEmail', { fromEmail: 'shop' }, ...email],
      ['replyTo', { replyTo: 'a@b.example\r\nbcc: c@d.example' }, ...email],
      ['templates', { templates: 'none' }, 'must be an array', 'muss ein Array sein'],
      ['secure', { secure: 'yes' }, ...flag],
      ['requireTLS', { requireTLS: 'yes' }, ...flag],
      ['ignoreTLS', { ignoreTLS: 'yes' }, ...flag],
      ['servername', { servername: 7 }, ...text],
      ['tls.rejectUnauthorized', { tls: { rejectUnauthorized: 'no' } }, ...flag],
      ['name', { name: 7 }, ...text],
      ['connectionTimeout', { connectionTimeout: 5 }, 'must be 100 or more', 'muss mindestens 100 sein'],
      ['greetingTimeout', { greetingTimeout: 'long' }, ...number],
      ['socketTimeout', { socketTimeout: 'long' }, ...number],
      ['socketTimeout', { socketTimeout: 700_000 }, 'must be 600000 or less', 'darf höchstens 600000 sein'],
      ['customHeaders', { customHeaders: 'X-Shop: 1' }, 'must be an object', 'muss ein Objekt sein'],
    ],
  },
  'http-email': httpMessage,
  'http-sms': httpMessage,
  'aws-ses-mail': {
    config: { accessKeyId: 'AKIA', accessKeySecret: 'secret', region: 'eu-central-1' },
    wrong: [
      ['accessKeyId', { accessKeyId: 'AK IA' }, ...credential],
      ['accessKeySecret', { accessKeySecret: 'secret\n' }, ...credential],
      ['region', { region: 'Frankfurt' }, ...region],
      ['emailAddressIdentityArn', { emailAddressIdentityArn: 'shop@example.com' }, ...arn],
      ['feedbackForwardingEmailAddressIdentityArn', { feedbackForwardingEmailAddressIdentityArn: 'arn' }, ...arn],
    ],
  },
  'mailgun-email': {
    config: { domain: 'mg.example.com', apiKey: 'key', from: 'shop@example.com' },
    wrong: [
      ['endpoint', { endpoint: 'https://mail.example.com' }, ...mailgunUrl],
      ['domain', { domain: 'https://mg.example.com' }, ...hostName],
    ],
  },
  'sendgrid-email-service': {
    config: { apiKey: 'key', fromEmail: 'shop@example.com' },
    wrong: [['fromName', { fromName: 'Shop\r\nBcc: a@b.example' }, ...oneLine]],
  },
  'smsaero-short-message-service': {
    config: { email: 'shop@example.com', apiKey: 'key', senderName: 'Shop' },
    wrong: [
      ['email', { email: '' }, ...required],
      ['email', { email: ['shop@example.com'] }, ...text],
      ['email', { email: 'shop' }, ...email],
    ],
  },
  'azuread-universal': {
    config: { clientId: 'client', clientSecret: 'secret', tenantId: 'common' },
    wrong: [
      ['tenantId', { tenantId: 'common/v2.0' }, ...entraTenant],
      ['cloudInstance', { cloudInstance: 'login.microsoftonline.us' }, ...url],
      ['prompts.0', { prompts: ['always'] }, ...oneOf('none', 'login', 'consent', 'select_account')],
    ],
  },
  'apple-universal': {
    config: { clientId: 'com.example.signin', scope: 'email name' },
    wrong: [
      ['clientId', { clientId: undefined }, ...required],
      ['clientId', { clientId: ' ' }, 'must not be empty', 'darf nicht leer sein'],
      ['clientId', { clientId: 7 }, ...text],
      ['scope', { scope: ['email'] }, ...text],
    ],
  },
  saml: {
    config: {
      entityID: entityId,
      x509Certificate: certificate,
      idpMetadataXml: metadata,
      assertionConsumerServiceUrl: 'https://id.example/acs',
    },
    metadata: { target: 'company', name: { en: 'Company' } },
    wrong: [
      ['entityID', { entityID: undefined }, ...required],
      ['signInEndpoint', { signInEndpoint: 'id.example/sso' }, ...url],
      [
        'x509Certificate',
        { x509Certificate: 'none' },
        'must be a certificate in PEM format, from BEGIN CERTIFICATE to END CERTIFICATE',
        'muss ein Zertifikat im PEM-Format sein, von BEGIN CERTIFICATE bis END CERTIFICATE',
      ],
      ...['<a/>', `<!DOCTYPE a>${metadata}`].map(
        (idpMetadataXml): Case => [
          'idpMetadataXml',
          { idpMetadataXml },
          "this isn't the metadata of a SAML identity provider with an HTTP redirect endpoint",
          'das sind keine Metadaten eines SAML-Identitätsanbieters mit einem HTTP-Redirect-Endpunkt',
        ],
      ),
      ['assertionConsumerServiceUrl', { assertionConsumerServiceUrl: 'javascript:alert(1)' }, ...url],
      ['requestSignatureAlgorithm', { requestSignatureAlgorithm: 'RSA SHA256' }, ...oneOf(...Object.keys(algorithms))],
      ['messageSigningOrder', { messageSigningOrder: 'any' }, ...oneOf('sign-then-encrypt', 'encrypt-then-sign')],
      ['nameIDFormat', { nameIDFormat: 'email' }, ...oneOf(...Object.keys(formats))],
      ['signAuthnRequest', { signAuthnRequest: 'yes' }, ...flag],
      ['privateKey', { signAuthnRequest: true }, ...key],
      ['privateKey', { signAuthnRequest: true, privateKey: lockedKey, privateKeyPass: 'wrong' }, ...key],
      ['privateKeyPass', { privateKeyPass: 7 }, ...text],
      ['encryptAssertion', { encryptAssertion: 'yes' }, ...flag],
      ['encPrivateKey', { encryptAssertion: true, encPrivateKey: 'none' }, ...key],
      ['encPrivateKeyPass', { encPrivateKeyPass: 7 }, ...text],
      ['timeout', { timeout: -1 }, ...notNegative],
      ['profileMap.id', { profileMap: { id: 7 } }, ...text],
    ],
  },
  oidc: {
    config: {
      authorizationEndpoint: 'https://id.example.com/authorize',
      tokenEndpoint: 'https://id.example.com/token',
      clientId: 'shop',
      clientSecret: 'secret',
      scope: 'openid',
      idTokenVerificationConfig: { jwksUri },
    },
    metadata: { target: 'company', name: { en: 'Company' } },
    wrong: [
      ['idTokenVerificationConfig.clockTolerance', verifiedBy({ clockTolerance: 'soon' }), ...duration],
      ['idTokenVerificationConfig.clockTolerance', verifiedBy({ clockTolerance: -1 }), ...notNegative],
      ['idTokenVerificationConfig.maxTokenAge', verifiedBy({ maxTokenAge: '10' }), ...duration],
      [
        'idTokenVerificationConfig.algorithms',
        verifiedBy({ algorithms: ['HS256'] }),
        'needs RS256 or another asymmetric algorithm',
        'braucht RS256 oder einen anderen asymmetrischen Algorithmus',
      ],
    ],
  },
  'alipay-web': {
    config: { appId: '2014072300007148', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) },
    wrong: ['none', ecKey].map((wrong) => [
      'privateKey',
      { privateKey: wrong },
      'must be an RSA private key in PEM format or its base64 content',
      'muss ein privater RSA-Schlüssel im PEM-Format oder sein Base64-Inhalt sein',
    ]),
  },
};
