// Asks before something that cannot be undone.
import { type ReactNode, useState } from 'react';
import { Question } from '../kit/question.tsx';

type Asked = { title: string; action: string; text: ReactNode; resolve: (agrees: boolean) => void };

export const useConfirm = () => {
  const [asked, setAsked] = useState<Asked>();
  const confirm = (question: Omit<Asked, 'resolve'>): Promise<boolean> =>
    new Promise((resolve) => setAsked({ ...question, resolve }));
  const dialog = asked && (
    <Question
      title={asked.title}
      action={asked.action}
      kind="danger"
      onDecide={(agrees) => {
        setAsked(undefined);
        asked.resolve(agrees);
      }}
    >
      {asked.text}
    </Question>
  );
  return { confirm, dialog };
};
