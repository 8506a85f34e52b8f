// Debian's SimpleSAMLphp behind PHP's own web server: a service provider and an identity provider with one user.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../harness/ports.ts';
import type { newProviderKey } from '../harness/service-provider.ts';
import { systemProgram } from '../harness/system-program.ts';
import { answersAt, startProgram } from './program.ts';

const site = '/usr/share/simplesamlphp/www';
export const person = { username: 'ann', password: 'of the company', email: 'ann@company.example' };

const php = (name: string, value: string) => `<?php\n$${name} = ${value};\n`;

/** `metadata`: of the other side, as XML. */
export const startSimpleSaml = async (key: ReturnType<typeof newProviderKey>, metadata: string) => {
  const program = systemProgram('/usr/bin/php', 'php-cli');
  systemProgram(site, 'simplesamlphp');
  const folder = mkdtempSync(join(tmpdir(), 'tessera-simplesaml-'));
  const url = `http://localhost:${await freePort()}`;
  for (const name of ['config', 'cert', 'metadata', 'log', 'data', 'sessions']) mkdirSync(join(folder, name));
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  write('cert/own.key', key.privateKey);
  write('cert/own.pem', key.certificate);
  write('metadata/other.xml', metadata);
  const [, entityId = ''] = /entityID="([^"]+)"/.exec(metadata) ?? [];
  write(
    'config/config.php',
    php(
      'config',
      `[
  'baseurlpath' => '${url}/', 'certdir' => '${folder}/cert/', 'loggingdir' => '${folder}/log/',
  'datadir' => '${folder}/data/', 'tempdir' => '${folder}/data', 'metadatadir' => '${folder}/metadata/',
  'secretsalt' => 'a salt of this test', 'auth.adminpassword' => 'of nothing', 'timezone' => 'UTC',
  'technicalcontact_email' => 'ops@company.example', 'enable.saml20-idp' => true, 'logging.handler' => 'file',
  'store.type' => 'phpsession', 'session.phpsession.savepath' => '${folder}/sessions',
  'session.cookie.secure' => false, 'language.default' => 'en', 'module.enable' => ['exampleauth' => true],
  'metadata.sources' => [['type' => 'flatfile'], ['type' => 'xml', 'file' => '${folder}/metadata/other.xml']],
]`,
    ),
  );
  write(
    'config/authsources.php',
    php(
      'config',
      `[
  'tessera' => ['saml:SP', 'entityID' => '${url}/sp', 'idp' => '${entityId}', 'privatekey' => 'own.key',
    'certificate' => 'own.pem', 'sign.authnrequest' => true, 'sign.logout' => true,
    'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
  'people' => ['exampleauth:UserPass', '${person.username}:${person.password}' =>
    ['uid' => ['${person.username}'], 'email' => ['${person.email}'], 'name' => ['Ann']]],
]`,
    ),
  );
  write(
    'metadata/saml20-idp-hosted.php',
    php(
      "metadata['__DYNAMIC:1__']",
      `['host' => '__DEFAULT__', 'privatekey' => 'own.key', 'certificate' => 'own.pem', 'auth' => 'people',
  'userid.attribute' => 'uid', 'signature.algorithm' => 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256']`,
    ),
  );
  const env = { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') };
  const address = url.replace('http://', '');
  const stop = await startProgram({ command: [program, '-S', address, '-t', site], isUp: answersAt(url), env });
  return { url, folder, stop: () => stop(folder) };
};
