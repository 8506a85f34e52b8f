// Groups connectors and factories: those with the same target are one provider on several platforms.
import type { Connector } from '../sign-in-experience/query.ts';
import type { Factory } from './query.ts';

/** All connectors of a target; the first one stands for them. */
export type ConnectorGroup = { target: string; first: Connector; connectors: readonly Connector[] };

export const socialGroups = (connectors: readonly Connector[]): ConnectorGroup[] =>
  [
    ...Map.groupBy(
      connectors.filter(({ type }) => type === 'Social'),
      ({ target }) => target,
    ),
  ].flatMap(([target, group]) => {
    const [first] = group;
    return first ? [{ target, first, connectors: group }] : [];
  });

/** The providers most tenants look for, in the order of the chooser. */
const popular = [
  ...['google', 'apple', 'facebook', 'github', 'discord'],
  ...['wechat', 'alipay', 'kakao', 'naver', 'azuread'],
];

export type ChoiceGroup = 'popular' | 'more' | 'standard';
export type Choice = {
  target: string;
  /** More than one if there is one per platform. */
  options: readonly { factory: Factory; existing: Connector | undefined }[];
};

const groupOf = ({ type, target, isStandard }: Factory): ChoiceGroup => {
  if (isStandard) return 'standard';
  return type === 'Social' && popular.includes(target) ? 'popular' : 'more';
};

const matches = ({ name, target }: Factory, keyword: string) =>
  [target, ...Object.values(name)].some((text) => text.toLocaleLowerCase().includes(keyword));

/** SAML belongs to enterprise SSO; connectors that exist keep their pages. */
const isOffered = ({ id, isDemo }: Factory) => !isDemo && id !== 'saml';

/** The factories of a type by group, in the order of the API. Standard ones can be added again. */
export const choicesOf = (
  factories: readonly Factory[],
  connectors: readonly Connector[],
  { type, keyword }: { type: Factory['type']; keyword: string },
): { group: ChoiceGroup; choices: Choice[] }[] => {
  const wanted = keyword.trim().toLocaleLowerCase();
  const offered = factories.filter(
    (factory) => factory.type === type && isOffered(factory) && (wanted === '' || matches(factory, wanted)),
  );
  const existingOf = ({ id, isStandard }: Factory) =>
    isStandard ? undefined : connectors.find(({ connectorId }) => connectorId === id);
  return (['popular', 'more', 'standard'] as const).flatMap((group) => {
    const byTarget = Map.groupBy(
      offered.filter((factory) => groupOf(factory) === group),
      ({ target }) => target,
    );
    const choices = [...byTarget].map(([target, options]) => ({
      target,
      options: options.map((factory) => ({ factory, existing: existingOf(factory) })),
    }));
    return choices.length > 0 ? [{ group, choices }] : [];
  });
};
