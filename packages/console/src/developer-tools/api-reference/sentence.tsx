// A sentence of the API documentation with inline code.
export const Sentence = ({ children }: { children: string }) =>
  children.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change their order
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
