// Debian's Shibboleth service provider: its daemon, and the module in Apache.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { newProviderKey } from '../harness/service-provider.ts';
import { systemProgram } from '../harness/system-program.ts';
import { startApache } from './apache.ts';
import { startProgram } from './program.ts';

const attributes = `<Attributes xmlns="urn:mace:shibboleth:2.0:attribute-map">
  <Attribute name="uid" nameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic" id="uid"/>
</Attributes>`;

const configuration = (folder: string, url: string, identityProvider: string) => `<SPConfig
    xmlns="urn:mace:shibboleth:3.0:native:sp:config" xmlns:conf="urn:mace:shibboleth:3.0:native:sp:config"
    clockSkew="180">
  <OutOfProcess logger="${folder}/shibd.logger"/>
  <InProcess logger="${folder}/native.logger"/>
  <UnixListener address="${folder}/shibd.sock"/>
  <ApplicationDefaults entityID="${url}/sp" REMOTE_USER="uid" signing="true" encryption="false"
      homeURL="${url}/">
    <Sessions lifetime="28800" timeout="3600" relayState="ss:mem" checkAddress="false" handlerSSL="false" cookieProps="http">
      <SSO entityID="${identityProvider}">SAML2</SSO>
      <Logout>SAML2 Local</Logout>
      <Handler type="MetadataGenerator" Location="/Metadata" signing="false"/>
    </Sessions>
    <Errors supportContact="ops@company.example"/>
    <MetadataProvider type="XML" path="${folder}/idp.xml"/>
    <AttributeExtractor type="XML" path="${folder}/attribute-map.xml"/>
    <CredentialResolver type="File" key="${folder}/own.key" certificate="${folder}/own.pem"/>
  </ApplicationDefaults>
  <SecurityPolicyProvider type="XML" validate="false" path="/etc/shibboleth/security-policy.xml"/>
  <ProtocolProvider type="XML" validate="false" path="/etc/shibboleth/protocols.xml"/>
</SPConfig>
`;

const logger = (file: string) => `log4j.rootCategory=INFO, log
log4j.appender.log=org.apache.log4j.FileAppender
log4j.appender.log.fileName=${file}
log4j.appender.log.layout=org.apache.log4j.PatternLayout
log4j.appender.log.layout.ConversionPattern=%d{%Y-%m-%d %H:%M:%S} %p %c: %m%n
`;

const startDaemon = async (folder: string) => {
  const program = systemProgram('/usr/sbin/shibd', 'shibboleth-sp-utils');
  const socket = join(folder, 'shibd.sock');
  const stop = await startProgram({
    command: [program, '-F', '-f', '-c', join(folder, 'shibboleth2.xml'), '-p', join(folder, 'shibd.pid')],
    isUp: () => existsSync(socket),
  });
  chmodSync(socket, 0o777);
  return stop;
};

/** `metadata`: of the identity provider, as XML. */
export const startShibboleth = async (key: ReturnType<typeof newProviderKey>, metadata: string) => {
  const [, identityProvider = ''] = /entityID="([^"]+)"/.exec(metadata) ?? [];
  let stopDaemon: Awaited<ReturnType<typeof startDaemon>> | undefined;
  const apache = await startApache(async ({ folder, url }) => {
    chmodSync(folder, 0o777);
    const files = {
      ...{ 'own.key': key.privateKey, 'own.pem': key.certificate, 'idp.xml': metadata },
      ...{ 'attribute-map.xml': attributes, 'shibboleth2.xml': configuration(folder, url, identityProvider) },
      ...{ 'shibd.logger': logger(join(folder, 'shibd.log')), 'native.logger': logger(join(folder, 'native.log')) },
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    stopDaemon = await startDaemon(folder);
    return [
      'LoadModule mod_shib /usr/lib/apache2/modules/mod_shib.so',
      `ShibConfig ${folder}/shibboleth2.xml`,
      ...['<Location /Shibboleth.sso>', 'SetHandler shib', 'AuthType None', 'Require all granted', '</Location>'],
      ...[
        '<Location /secret>',
        'AuthType shibboleth',
        'ShibRequestSetting requireSession true',
        'Require shib-session',
      ],
      ...['Header set X-User "%{uid}e"', '</Location>'],
    ];
  });
  return {
    ...apache,
    stop: async () => {
      await stopDaemon?.();
      await apache.stop();
    },
  };
};
