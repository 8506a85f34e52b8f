// Reads that many requests make are sent to the database together: those of one tenant that are asked for in the same
// turn of the event loop become one statement. An answer is never kept for a later question.

type Question<Key, Value> = { key: Key; resolve: (value: Value | undefined) => void; reject: (error: unknown) => void };
/** Answers by the position of their key; those without one stay undefined. */
type Load<Key, Value> = (tenantId: string, keys: readonly Key[]) => Promise<ReadonlyMap<number, Value>>;

const most = 100;

export const createBatches = <Key, Value>(load: Load<Key, Value>) => {
  const waiting = new Map<string, Question<Key, Value>[]>();

  const send = async (tenantId: string, questions: Question<Key, Value>[]) => {
    if (waiting.get(tenantId) === questions) waiting.delete(tenantId);
    try {
      const keys = questions.map(({ key }) => key);
      const answers = await load(tenantId, keys);
      for (const [position, { resolve }] of questions.entries()) resolve(answers.get(position));
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  };

  return (tenantId: string, key: Key): Promise<Value | undefined> =>
    new Promise((resolve, reject) => {
      const started = waiting.get(tenantId);
      if (started && started.length < most) return void started.push({ key, resolve, reject });
      const questions = [{ key, resolve, reject }];
      waiting.set(tenantId, questions);
      setImmediate(() => void send(tenantId, questions));
    });
};
