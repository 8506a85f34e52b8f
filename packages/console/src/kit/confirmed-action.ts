// An action that asks for confirmation first and shows a toast afterwards.
import { useMutation } from '@tanstack/react-query';
import { useConfirm } from './confirm.tsx';
import type { Question } from './confirm-dialog.tsx';
import { useSuccessToast } from './success-toast.ts';

type Action<Item> = {
  question: (item: Item) => Question;
  act: (item: Item) => Promise<unknown>;
  /** Text of the toast. */
  doneText: (item: Item) => string;
  /** Runs after the action, which stays busy until this resolves. */
  onDone: (item: Item) => Promise<unknown> | undefined;
};

export function useConfirmedAction<Item = void>({ question, act, doneText, onDone }: Action<Item>) {
  const { confirm } = useConfirm();
  const toast = useSuccessToast();
  const { mutate, isPending } = useMutation({
    mutationFn: act,
    onSuccess: (_, item) => {
      toast(doneText(item));
      return onDone(item);
    },
  });
  const ask = async (item: Item) => {
    if (!isPending && (await confirm(question(item)))) mutate(item);
  };
  return { ask: (item: Item) => void ask(item), busy: isPending };
}
