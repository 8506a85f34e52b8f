// How a new tenant's sign-in pages look and what they offer.
import { darkPrimaryColor } from '@tessera/contract/colors';
import { adminTenant } from '../http/place.ts';

export const primaryColor = '#6139F6';

export const defaultSignInExperience = (tenantId: string, edition: 'oss' | 'cloud') => {
  const isAdmin = tenantId === adminTenant;
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
    // The first person to open the console becomes its administrator; after that nobody can register there.
    signInMode: isAdmin && edition === 'oss' ? ('Register' as const) : ('SignInAndRegister' as const),
    mfa: { factors: [], policy: 'UserControlled' },
  };
};
