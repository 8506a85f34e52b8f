// The mail library, in a file of its own so that it is loaded with the first mail and not at start.
import { createTransport } from 'nodemailer';

export type Mail = {
  from: string;
  to: string;
  replyTo?: string;
  subject: string;
  text?: string;
  html?: string;
  headers?: Record<string, string>;
};

export const sendMail = async (options: Record<string, unknown>, mail: Mail): Promise<void> => {
  // A mail is made of texts alone, whatever somebody writes into a template.
  const transport = createTransport({ ...options, disableFileAccess: true, disableUrlAccess: true } as never);
  try {
    await transport.sendMail(mail);
  } finally {
    transport.close();
  }
};
