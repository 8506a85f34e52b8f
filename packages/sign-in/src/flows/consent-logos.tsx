// The application and the account it wants to access, as their logos.
import { useApp } from '../app-context.ts';
import { Logo } from '../kit/logo.tsx';

type Props = { name: string; branding: { logoUrl?: string | undefined; darkLogoUrl?: string | undefined } };

const Initial = ({ name }: { name: string }) => <span className="initial">{[...name][0]?.toLocaleUpperCase()}</span>;

export const ConsentLogos = ({ name, branding }: Props) => {
  const { settings } = useApp();
  const hasOwn = Boolean(settings.branding.logoUrl ?? settings.branding.darkLogoUrl);
  return (
    <div className="logos" aria-hidden>
      {branding.logoUrl || branding.darkLogoUrl ? <Logo branding={branding} /> : <Initial name={name} />}
      {hasOwn && (
        <>
          <span className="dots">
            <i />
            <i />
            <i />
            <i />
          </span>
          <Logo />
        </>
      )}
    </div>
  );
};
