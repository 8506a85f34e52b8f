// A code sent to an address: six boxes, submitted when complete, and resending.

import type { Address } from '@tessera/contract/experience';
import { type ReactNode, useRef, useState } from 'react';
import type { TextKey } from '../app-context.ts';
import { showIdentifier } from '../identifier.ts';
import { CodeBoxes, noDigits } from '../kit/code-boxes.tsx';
import type { FieldErrors } from '../kit/field-errors.ts';
import { Resend } from '../kit/resend.tsx';
import { useAccount } from './account-context.ts';
import type { Expected, useAction } from './use-action.ts';

export type SentCode = { address: Address; recordId: string; expiresAt: string; at: number };

/** Sends a code and checks it, with one verification record. */
export const useCodes = () => {
  const { api } = useAccount();
  const send = async (address: Address): Promise<SentCode> => {
    const sent = await api.call('POST', '/verifications/verification-code', { body: { identifier: address } });
    return { address, recordId: sent.verificationRecordId, expiresAt: sent.expiresAt, at: Date.now() };
  };
  const check = ({ address, recordId }: SentCode, code: string) =>
    api.call('POST', '/verifications/verification-code/verify', {
      body: { identifier: address, verificationId: recordId, code },
    });
  return { send, check };
};

type Work = Pick<ReturnType<typeof useAction>, 'run' | 'busy'>;

type Props = {
  work: Work;
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  /** With the code accepted. */
  onAccepted: () => Promise<void>;
  expected?: Expected;
  /** The form around the boxes; `submit` reports an incomplete code. */
  children: (boxes: ReactNode, submit: () => void, errors: FieldErrors) => ReactNode;
};

export const CodeForm = ({ work: { run, busy }, sent, onResent, onAccepted, expected, children }: Props) => {
  const { t } = useAccount();
  const { send, check } = useCodes();
  // The code is checked once; later steps are retried without it.
  const accepted = useRef('');
  const [digits, setDigits] = useState(noDigits);
  const [errors, setErrors] = useState<{ code?: TextKey }>({});
  const refuse = (code: TextKey) => () => {
    setDigits(noDigits);
    setErrors({ code });
  };
  const outdated = refuse('error.code_expired');
  const submit = (code: string) =>
    run(
      async () => {
        if (accepted.current !== sent.recordId) await check(sent, code);
        accepted.current = sent.recordId;
        await onAccepted();
      },
      {
        'verification_code.code_mismatch': refuse('error.code_wrong'),
        'verification_code.exceed_max_try': refuse('error.code_tried_too_often'),
        'verification_code.expired': outdated,
        'verification_code.not_found': outdated,
        'verification_record.not_found': outdated,
        ...expected,
      },
    );
  const boxes = (
    <>
      <p className="prose sent-to">
        {t('description.code_sent', { address: `\u2068${showIdentifier(sent.address)}\u2069` })}
      </p>
      <CodeBoxes
        digits={digits}
        error={errors.code && t(errors.code)}
        busy={busy}
        onChange={(next) => {
          setDigits(next);
          setErrors({});
          if (next.every(Boolean)) void submit(next.join(''));
        }}
      />
      <Resend sentAt={sent.at} run={run} send={async () => onResent(await send(sent.address))} />
    </>
  );
  const complete = () =>
    digits.every(Boolean) ? void submit(digits.join('')) : setErrors({ code: 'error.code_incomplete' });
  return children(boxes, complete, errors);
};
