// Questions that a page asks before it goes on, and messages that have to be read: one at a time, answered by a promise.
import { useLocation } from '@tanstack/react-router';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

export type Message = { title: string; text: ReactNode };
export type Question = Message & {
  confirmLabel: string;
  /** What it is to say no, where that is more than to cancel. */
  cancelLabel?: string;
  /** What happens cannot be undone: the button says so by its colour. */
  danger?: boolean;
};
type Asked = { message: Message | Question; key: number; resolve: (answer: boolean) => void };
type Confirm = {
  /** Resolves true when the person agrees; Esc, a click outside, another question and leaving the page are a no. */
  confirm: (question: Question) => Promise<boolean>;
  /** Resolves when the person has read it. */
  alert: (message: Message) => Promise<void>;
};

const ConfirmContext = createContext<Confirm | undefined>(undefined);

const loadDialog = () => import('./confirm-dialog.tsx');
// Not part of the first download: no page asks anything before somebody does something.
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }));

export function ConfirmHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const open = useRef<Asked>(undefined);
  const address = useLocation({ select: ({ href }) => href });

  const answer = useCallback((agreed: boolean) => {
    open.current?.resolve(agreed);
    open.current = undefined;
    setAsked(undefined);
  }, []);

  const ask = useCallback((message: Message | Question) => {
    const previous = open.current;
    previous?.resolve(false);
    return new Promise<boolean>((resolve) => {
      const next = { message, key: (previous?.key ?? 0) + 1, resolve };
      open.current = next;
      setAsked(next);
    });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a question ends with the page it was asked on
  useEffect(() => () => answer(false), [address, answer]);

  const value = useMemo<Confirm>(() => ({ confirm: ask, alert: async (message) => void (await ask(message)) }), [ask]);
  return (
    <ConfirmContext value={value}>
      {children}
      {asked && (
        <Suspense>
          <ConfirmDialog key={asked.key} message={asked.message} onAnswer={answer} />
        </Suspense>
      )}
    </ConfirmContext>
  );
}

export function useConfirm(): Confirm {
  const value = use(ConfirmContext);
  if (!value) throw new Error('Questions are asked below the confirm host only.');
  useEffect(() => {
    // So that it can also be asked when the connection is lost by then. Asking tries again, and reports a failure.
    loadDialog().catch(() => undefined);
  }, []);
  return value;
}
