// Paths of the gateway on every host of a protected application.
export const gatewayPaths = {
  register: '/register',
  signIn: '/sign-in',
  callback: '/sign-in-callback',
  signOut: '/sign-out',
} as const;
