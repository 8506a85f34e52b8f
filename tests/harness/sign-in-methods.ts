// A tenant with every identifier: usernames with a password, addresses with a password or code.
import type { ManagementApi } from './api.ts';

const byEither = { password: true, verificationCode: true, isPasswordPrimary: true };

export const allowEveryIdentifier = async (api: ManagementApi, signUp: { password: boolean }): Promise<void> => {
  const saved = await api.call('PATCH', '/sign-in-exp', {
    signUp: { identifiers: ['email', 'phone'], verify: true, ...signUp },
    signIn: {
      methods: [
        { identifier: 'username', ...byEither, verificationCode: false },
        { identifier: 'email', ...byEither },
        { identifier: 'phone', ...byEither },
      ],
    },
  });
  if (saved.status !== 200) throw new Error(saved.body);
};
