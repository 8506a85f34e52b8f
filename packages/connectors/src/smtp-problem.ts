// Why a mail was rejected, for administrators: the mail server's reply, never a library's message.
import { ConnectorError } from './connector.ts';

type SmtpFailure = Partial<Record<'code' | 'originalCode' | 'command' | 'response' | 'responseCode', unknown>>;

const mostCharacters = 200;
const aboutTls = /CERT|SIGNATURE|SELF_SIGNED|ISSUER|ERR_TLS|ERR_SSL|^ETLS$|EPROTO|HOSTNAME/;

/** The first line of an SMTP reply; anything else is not from a mail server. */
const replyOf = ({ response, responseCode }: SmtpFailure): string | undefined => {
  if (typeof response !== 'string' || typeof responseCode !== 'number') return undefined;
  const [line = ''] = response.split(/\r?\n/);
  return /^[45]\d\d[ -]/.test(line) ? line.replace(/[^\x20-\x7e]/g, '?').slice(0, mostCharacters) : undefined;
};

export const smtpProblem = (cause: unknown): ConnectorError => {
  const failure = (cause ?? {}) as SmtpFailure;
  const [code = '', deeper = code] = [failure.code, failure.originalCode].map((one) =>
    typeof one === 'string' ? one : undefined,
  );
  const reply = replyOf(failure);
  if (code === 'EAUTH') {
    return new ConnectorError('authorization_failed', { cause, message: reply ?? 'The mail server refused the login' });
  }
  if (reply && code === 'ETLS' && failure.command === 'STARTTLS') {
    const advice = 'Use TLS from the start on port 465, or turn off “Require TLS”.';
    const message = `The mail server does not offer STARTTLS. ${advice} It answered ${reply}`;
    return new ConnectorError('general', { cause, message });
  }
  if (reply) return new ConnectorError('general', { cause, message: reply });
  const message = aboutTls.test(deeper)
    ? `TLS failed: ${deeper.slice(0, mostCharacters)}`
    : code === 'ETIMEDOUT'
      ? 'The mail server did not answer in time'
      : 'The mail server could not be reached, or did not speak SMTP';
  return new ConnectorError('general', { cause, message });
};
