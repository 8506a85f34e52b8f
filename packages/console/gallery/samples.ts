// Sample content that stresses layouts: long words, long texts, right-to-left.
export const long = {
  name: 'Maximiliane Freifrau von Hohenlohe-Schillingsfürst-Donaudampfschifffahrtsgesellschaft',
  email: 'a.very.long.address.with.exactly.sixty.three.letters@mail.example',
  id: '0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz',
  url: 'https://a-very-long-subdomain.example.com/with/a/path/that/never/ends?and=parameters&which=neither',
  text: 'This sentence is longer than most, so that it has to wrap somewhere even on a wide screen, and it goes on for a while to be sure that a second line is needed on every screen that anyone is likely to use.',
  arabic: 'محمد بن موسى الخوارزمي، عالم الرياضيات والفلك والجغرافيا في بيت الحكمة',
};

export const day = 86_400_000;
/** Fixed dates, so that screenshots are comparable. */
export const past = Date.UTC(2024, 4, 17, 9, 30);
export const future = Date.UTC(2099, 0, 1);

export type Person = { id: string; name: string; email: string | undefined; roles: { id: string; name: string }[] };

const roles = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `role-${index}`, name: `Role ${index + 1}` }));

export const people: Person[] = [
  { id: '1', name: 'Ada Lovelace', email: 'ada@example.com', roles: roles(1) },
  { id: '2', name: long.name, email: long.email, roles: roles(20) },
  { id: '3', name: long.arabic, email: undefined, roles: [] },
];
