// The logo of a connector in a square tile; the dark one on dark pages.
import { useComputedColorScheme } from '@mantine/core';
import classes from './connectors.module.css';

type Props = { connector: { logo: string; logoDark: string | null }; size?: number };

export function ConnectorLogo({ connector: { logo, logoDark }, size = 30 }: Props) {
  const scheme = useComputedColorScheme();
  const source = (scheme === 'dark' && logoDark) || logo;
  return (
    <span className={classes.tile} style={{ width: size, height: size }}>
      {source && <img src={source} alt="" width={Math.round(size * 0.6)} height={Math.round(size * 0.6)} />}
    </span>
  );
}
