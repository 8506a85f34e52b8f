// The choice between second factors: which one to show, or which one to set up.
import { useApp } from '../app-context.ts';
import { Heading } from '../kit/heading.tsx';
import { Notice } from '../kit/notice.tsx';
import { RichText } from '../kit/rich-text.tsx';
import { useFlow } from '../kit/use-flow.ts';
import { Skip, useDemand } from './factor-frame.tsx';

const Choice = ({ hints }: { hints: 'show' | 'set_up' }) => {
  const { go, address, t } = useApp();
  const { kind, factors, masked } = useDemand();
  return (
    <ul className="factors">
      {factors.map((factor, index) => {
        const to = `/mfa-${kind}/${factor}`;
        const known = masked[factor];
        return (
          <li key={factor}>
            <a
              href={address(to)}
              data-focus={index === 0 || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                event.preventDefault();
                go(to);
              }}
            >
              <span className="name">{t(`mfa.factor.${factor}`)}</span>
              <span className="hint">
                {known && hints === 'show' ? (
                  <RichText text="mfa.send_to" values={{ address: <bdi key="address">{known}</bdi> }} />
                ) : (
                  t(`mfa.${hints}.${factor}`)
                )}
              </span>
            </a>
          </li>
        );
      })}
    </ul>
  );
};

export const ChooseFactor = () => {
  const { t } = useApp();
  return (
    <>
      <Heading title={t('mfa.show_title')}>
        <p className="prose">{t('mfa.show_text')}</p>
      </Heading>
      <Choice hints="show" />
    </>
  );
};

export const ChooseNewFactor = () => {
  const { t } = useApp();
  const { run, message } = useFlow();
  const { skippable, suggestion, masked } = useDemand();
  const [known] = Object.values(masked);
  return (
    <>
      <Heading title={t(suggestion ? 'mfa.suggest_title' : 'mfa.set_up_title')}>
        <p className="prose">
          {suggestion && known ? (
            <RichText text="mfa.suggest_text" values={{ address: <bdi key="address">{known}</bdi> }} />
          ) : (
            t(skippable ? 'mfa.set_up_text' : 'mfa.set_up_required')
          )}
        </p>
      </Heading>
      <Notice message={message} />
      <Choice hints="set_up" />
      <Skip run={run} />
    </>
  );
};
