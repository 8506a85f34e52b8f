// Closes what stands over a list at an address of its own.
import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router';

/** Back to the list as it was; where the page was opened at this address there is nothing to go back to. */
export function useLeaveOverlay(list: NonNullable<LinkProps['to']>) {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    if (history.canGoBack()) history.back();
    else void navigate({ to: list, search: true, replace: true });
  };
}
