// A provider's logo, with a fallback icon.
import { IconPlugConnected } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './block.module.css';

export function ProviderLogo({ logo }: { logo: string | undefined }) {
  const [broken, setBroken] = useState(false);
  if (logo === undefined || logo === '' || broken) {
    return <IconPlugConnected size={20} stroke={1.6} className={classes.logo} aria-hidden="true" />;
  }
  return (
    <img className={classes.logo} src={logo} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  );
}
