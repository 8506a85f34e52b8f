// Default sign-in experience of a new tenant.
import type { Capabilities } from '@tessera/contract/capabilities';
import { darkPrimaryColor } from '@tessera/contract/colors';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';

export const primaryColor = '#6139F6';

export const defaultSignInExperience = (tenantId: string, { hasFirstRun }: Pick<Capabilities, 'hasFirstRun'>) => {
  const isAdmin = isAdminTenant(tenantId);
  return {
    id: 'default',
    color: { primaryColor, isDarkModeEnabled: isAdmin, darkPrimaryColor: darkPrimaryColor(primaryColor) },
    branding: {},
    languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
    agreeToTermsPolicy: 'Automatic' as const,
    signIn: {
      methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
    },
    signUp: { identifiers: ['username'], password: true, verify: false },
    // The first user of the console becomes its administrator; registration is then closed.
    signInMode: isAdmin && hasFirstRun ? ('Register' as const) : ('SignInAndRegister' as const),
    mfa: { factors: [], policy: 'UserControlled' },
  };
};
