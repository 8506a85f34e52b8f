// A six-digit code from an app or message. The code is verified once; later steps are retried without it.
import { type ReactNode, useRef, useState } from 'react';
import type { Problem } from '../api.ts';
import type { TextKey } from '../app-context.ts';
import { useApp } from '../app-context.ts';
import { CodeBoxes, noDigits } from '../kit/code-boxes.tsx';
import { Form } from '../kit/form.tsx';
import type { Expected, useFlow } from '../kit/use-flow.ts';
import { useOfferedCode } from '../link-handover.ts';

type Props = {
  work: ReturnType<typeof useFlow>;
  verify: (code: string) => Promise<unknown>;
  goOn: () => Promise<void>;
  /** Handlers for problems of the steps after the code. */
  expected?: Expected;
  /** The verification of a code that an email also has as a link. */
  linkOf?: string | undefined;
  /** Lower cells, below other content. */
  compact?: boolean;
  children?: ReactNode;
};

export const SixDigits = ({
  work: { run, busy, message, tell },
  verify,
  goOn,
  expected: more,
  linkOf,
  compact = false,
  children,
}: Props) => {
  const { t } = useApp();
  const accepted = useRef<typeof verify>(undefined);
  const [digits, setDigits] = useState(noDigits);
  const [errors, setErrors] = useState<{ code?: TextKey }>({});
  // The digits stay, to be compared and corrected.
  const refuse = (code: TextKey) => () => setErrors({ code });
  const outdated = refuse('error.code_expired');
  const expected = {
    'session.mfa.invalid_totp_code': refuse('mfa.app_code_wrong'),
    'verification_code.code_mismatch': refuse('error.code_wrong'),
    'verification_code.exceed_max_try': refuse('error.code_tried_too_often'),
    'verification_code.expired': outdated,
    'verification_code.not_found': outdated,
    'verification_code.email_mismatch': outdated,
    'verification_code.phone_mismatch': outdated,
    'session.verification_session_not_found': outdated,
    'session.verification_blocked_too_many_attempts': ({ message: said }: Problem) => {
      setDigits(noDigits);
      tell(said);
    },
    ...more,
  };
  const submit = (code: string) =>
    run(async () => {
      if (!accepted.current) {
        await verify(code);
        accepted.current = verify;
      }
      await goOn();
    }, expected);
  useOfferedCode(linkOf, (code) => {
    setDigits([...code]);
    setErrors({});
    void submit(code);
  });
  return (
    <Form
      errors={errors}
      action={t('action.verify')}
      busy={busy}
      message={message}
      onSubmit={() => (digits.every(Boolean) ? submit(digits.join('')) : setErrors({ code: 'error.code_incomplete' }))}
    >
      {children}
      <CodeBoxes
        digits={digits}
        error={errors.code && t(errors.code)}
        busy={busy}
        compact={compact}
        onChange={(next) => {
          setDigits(next);
          setErrors({});
          if (next.every(Boolean)) submit(next.join(''));
        }}
      />
    </Form>
  );
};
