import { expect, it } from 'vitest';
import { matchedFields } from './matched-fields.ts';

const user = {
  ...{ id: 'ada41kx90w2p', name: 'Ada Lindqvist', username: 'zada', primaryEmail: 'ada@example.com' },
  ...{ primaryPhone: '4930123456', avatar: null, isSuspended: false },
};

it.each([
  ['ada', ['name', 'primaryEmail', 'username', 'id']],
  ['LIND', ['name']],
  ['+49 (30) 12', ['primaryPhone']],
  ['41kx', []],
  ['ada41kx90w2p', ['id']],
])('matches %s in its fields', (keyword, fields) => {
  expect(matchedFields(user, keyword)).toEqual(fields);
});
