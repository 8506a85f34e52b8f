// An email address or phone number in full; a long one breaks before its `@` first.

export const Address = ({ children }: { children: string }) => {
  const at = children.lastIndexOf('@');
  if (at < 1) return <bdi className="address">{children}</bdi>;
  return (
    <bdi className="address">
      <span>{children.slice(0, at)}</span>
      <span>{children.slice(at)}</span>
    </bdi>
  );
};
