// Confirmations and alerts: one at a time, answered by a promise.
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
import type { Message, Question } from './confirm-dialog.tsx';
import { ListMemoryHost } from './list-memory.tsx';
import { OverlayHost } from './overlays.tsx';

type Asked = { message: Message | Question; key: number; resolve: (answer: boolean) => void };
type Confirm = {
  /**
   * Resolves true when confirmed; Esc, a click outside, another confirmation or leaving the page count as canceling.
   */
  confirm: (question: Question) => Promise<boolean>;
  /** Resolves when the message is closed. */
  alert: (message: Message) => Promise<void>;
};

const ConfirmContext = createContext<Confirm | undefined>(undefined);

const loadDialog = () => import('./confirm-dialog.tsx');
// Kept out of the initial bundle: nothing asks for confirmation before the first interaction.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving the page cancels the question
  useEffect(() => () => answer(false), [address, answer]);

  const value = useMemo<Confirm>(() => ({ confirm: ask, alert: async (message) => void (await ask(message)) }), [ask]);
  return (
    <OverlayHost>
      <ListMemoryHost>
        <ConfirmContext value={value}>
          {children}
          {asked && (
            <Suspense>
              <ConfirmDialog key={asked.key} message={asked.message} onAnswer={answer} />
            </Suspense>
          )}
        </ConfirmContext>
      </ListMemoryHost>
    </OverlayHost>
  );
}

export function useConfirm(): Confirm {
  const value = use(ConfirmContext);
  if (!value) throw new Error('Questions are asked below the confirm host only.');
  useEffect(() => {
    // Preload, so that the dialog also works offline. Opening it retries and reports a failure.
    loadDialog().catch(() => undefined);
  }, []);
  return value;
}
