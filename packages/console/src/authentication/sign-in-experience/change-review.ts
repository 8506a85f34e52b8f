// Computes which changes affect existing users, with the values before and after.
import type { Recovery, SignInMethod, SignUpIdentifier, Values } from './values.ts';

type Reviewed = Pick<
  Values,
  'signUpIdentifiers' | 'signUpPassword' | 'signUpVerify' | 'signInMethods' | 'socialTargets' | 'forgotPasswordMethods'
>;
export type Factor = 'password' | 'code';
export type Marked<T> = { value: T; isChanged: boolean };
export type ReviewedMethod = Marked<SignInMethod['identifier']> & { factors: Marked<Factor>[] };
export type Side = {
  identifiers: Marked<SignUpIdentifier>[];
  /** Additional factors at sign-up. */
  signUpFactors: Marked<Factor>[];
  methods: ReviewedMethod[];
  social: Marked<string>[];
  recoveries: Marked<Recovery>[];
};

const factorsOf = ({ password, verificationCode }: SignInMethod): Factor[] => [
  ...(password ? (['password'] as const) : []),
  ...(verificationCode ? (['code'] as const) : []),
];
const signUpFactorsOf = ({ signUpPassword, signUpVerify }: Reviewed): Factor[] => [
  ...(signUpPassword ? (['password'] as const) : []),
  ...(signUpVerify ? (['code'] as const) : []),
];

const marked = <T extends string>(values: readonly T[], others: readonly T[]): Marked<T>[] =>
  values.map((value) => ({ value, isChanged: !others.includes(value) }));

/** Here the order matters: users register with the first one. */
const markedInOrder = <T extends string>(values: readonly T[], others: readonly T[]): Marked<T>[] => {
  const isSameSet = values.length === others.length && values.every((value) => others.includes(value));
  return values.map((value, index) => ({
    value,
    isChanged: isSameSet ? others[index] !== value : !others.includes(value),
  }));
};

const sideOf = (one: Reviewed, other: Reviewed): Side => ({
  identifiers: markedInOrder(one.signUpIdentifiers, other.signUpIdentifiers),
  signUpFactors: marked(signUpFactorsOf(one), signUpFactorsOf(other)),
  methods: [...one.signInMethods]
    .sort((first, second) => first.identifier.localeCompare(second.identifier))
    .map((method) => {
      const counterpart = other.signInMethods.find(({ identifier }) => identifier === method.identifier);
      return {
        value: method.identifier,
        isChanged: counterpart === undefined,
        factors: marked(factorsOf(method), counterpart ? factorsOf(counterpart) : factorsOf(method)),
      };
    }),
  social: marked([...one.socialTargets].sort(), other.socialTargets),
  recoveries: marked([...one.forgotPasswordMethods].sort(), other.forgotPasswordMethods),
});

export const reviewOf = (before: Reviewed, after: Reviewed): { before: Side; after: Side } => ({
  before: sideOf(before, after),
  after: sideOf(after, before),
});

const hasMark = ({ identifiers, signUpFactors, methods, social, recoveries }: Side) =>
  [
    ...identifiers,
    ...signUpFactors,
    ...methods,
    ...methods.flatMap(({ factors }) => factors),
    ...social,
    ...recoveries,
  ].some(({ isChanged }) => isChanged);

/** The order of methods and targets, and which factor comes first, does not affect existing users. */
export const needsReview = (before: Reviewed, after: Reviewed): boolean => {
  const review = reviewOf(before, after);
  return hasMark(review.before) || hasMark(review.after);
};

/** Users could not set a password, and codes can't be sent to a username. */
export const locksUsernamesOut = ({ signUpIdentifiers, signUpPassword }: Reviewed): boolean =>
  signUpIdentifiers.length === 1 && signUpIdentifiers[0] === 'username' && !signUpPassword;
