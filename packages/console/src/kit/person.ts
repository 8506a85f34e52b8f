// Display data of a user, a member or the signed-in administrator.
export type Person = { name: string | null; username: string | null; email: string | null; avatar: string | null };

export const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

type Account = { name: string | null; username: string | null; primaryEmail: string | null; avatar: string | null };

export const personOf = ({ name, username, primaryEmail, avatar }: Account): Person => ({
  name: textOf(name),
  username,
  email: primaryEmail,
  avatar: textOf(avatar),
});
