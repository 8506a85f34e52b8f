// Captured messages, read through the tenant's mailbox.
import type { ManagementApi } from './api.ts';

type Message = {
  recipient: string;
  channel: string;
  templateType: string;
  content: string;
  payload: { code?: string; link?: string };
};

export const messagesTo = async (api: ManagementApi, recipient: string): Promise<Message[]> =>
  (await api.call('GET', `/mailbox/messages?recipient=${encodeURIComponent(recipient)}`)).json() as Message[];

/** The latest code sent to a recipient. */
export const codeFor = async (api: ManagementApi, recipient: string): Promise<string> => {
  const [newest] = await messagesTo(api, recipient);
  if (!newest?.payload.code) throw new Error(`no code was sent to ${recipient}`);
  return newest.payload.code;
};
