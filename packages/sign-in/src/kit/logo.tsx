// The logo of the tenant or of an application, for the current theme.
import { useApp } from '../app-context.ts';

type Branding = { logoUrl?: string | undefined; darkLogoUrl?: string | undefined };

export const Logo = ({ branding }: { branding?: Branding }) => {
  const { settings, theme } = useApp();
  const { logoUrl, darkLogoUrl } = branding ?? settings.branding;
  const logo = theme === 'dark' ? (darkLogoUrl ?? logoUrl) : logoUrl;
  return logo ? <img className="logo" src={logo} alt="" /> : null;
};
