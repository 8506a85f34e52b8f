// Steps and prompts of test sign-ins. Without a schema, since the console needs them as values.
export const applicationTestSteps = ['authorization', 'token', 'organization', 'userinfo'] as const;
export type ApplicationTestStep = (typeof applicationTestSteps)[number];

export const applicationTestPrompts = ['login', 'consent', 'login consent', 'none'] as const;
export type ApplicationTestPrompt = (typeof applicationTestPrompts)[number];
