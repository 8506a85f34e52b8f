// Something to be sure about: asked first, then done, then said to be done.
import { useMutation } from '@tanstack/react-query';
import { type Question, useConfirm } from './confirm.tsx';
import { useSuccessToast } from './success-toast.ts';

type Action<Item> = {
  question: (item: Item) => Question;
  act: (item: Item) => Promise<unknown>;
  /** What is said when it is done. */
  doneText: (item: Item) => string;
  /** What follows from it; the action is busy until then. */
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
    if (await confirm(question(item))) mutate(item);
  };
  return { ask: (item: Item) => void ask(item), busy: isPending };
}
