// Writes the answers of the identity provider: with an assertion, with an error, or to a logout request.
import { canonicalAttribute, canonicalText } from './canonical.ts';
import { encryptAssertion, type Recipient } from './encrypt.ts';
import * as names from './names.ts';
import { type Signer, signElement, type Unsigned } from './sign-element.ts';
import { type Statement, writeAssertion } from './write-assertion.ts';

const status = 'urn:oasis:names:tc:SAML:2.0:status:';
export type Failure = 'InvalidNameIDPolicy' | 'NoPassive' | 'RequestDenied' | 'PartialLogout';

export type Envelope = {
  id: string;
  issuer: string;
  destination: string;
  requestId: string | undefined;
  now: number;
};

const statusOf = (failure: Failure | undefined) => {
  const [code, detail] = failure
    ? [
        `${status}${failure === 'InvalidNameIDPolicy' ? 'Requester' : 'Responder'}`,
        `<samlp:StatusCode Value="${status}${failure}"></samlp:StatusCode>`,
      ]
    : [names.success, ''];
  return `<samlp:Status><samlp:StatusCode Value="${code}">${detail}</samlp:StatusCode></samlp:Status>`;
};

const write = (kind: 'Response' | 'LogoutResponse', envelope: Envelope, content: string): Unsigned => {
  const { id, issuer, destination, requestId, now } = envelope;
  const answered = requestId === undefined ? '' : ` InResponseTo="${canonicalAttribute(requestId)}"`;
  return {
    id,
    before: `<samlp:${kind} xmlns:samlp="${names.protocol}" Destination="${canonicalAttribute(destination)}" ID="${id}"${answered} IssueInstant="${new Date(now).toISOString()}" Version="2.0"><saml:Issuer xmlns:saml="${names.assertion}">${canonicalText(issuer)}</saml:Issuer>`,
    after: `${content}</samlp:${kind}>`,
  };
};

export type Encryption = Recipient & { isSignedAfter: boolean };

/** Both the response and its assertion are signed, since service providers differ in which of them they require. */
export const writeResponse = (
  statement: Statement,
  { responseId, signer, encryption }: { responseId: string; signer: Signer; encryption?: Encryption | undefined },
): string => {
  const { issuer, recipient: destination, requestId, now } = statement;
  const unsigned = writeAssertion(statement);
  const plain = encryption?.isSignedAfter ? `${unsigned.before}${unsigned.after}` : signElement(unsigned, signer);
  const assertion = encryption ? encryptAssertion(plain, encryption) : plain;
  const envelope = { id: responseId, issuer, destination, requestId, now };
  return signElement(write('Response', envelope, `${statusOf(undefined)}${assertion}`), signer);
};

export const writeFailure = (envelope: Envelope, failure: Failure, signer: Signer): string =>
  signElement(write('Response', envelope, statusOf(failure)), signer);

/** Without a signature, which depends on the binding. */
export const writeLogoutResponse = (envelope: Envelope, failure: Failure | undefined): Unsigned =>
  write('LogoutResponse', envelope, statusOf(failure));
