// Closes a routed overlay over a list.
import { type LinkProps, useNavigate, useRouter } from '@tanstack/react-router';

/** Goes back to the list, or navigates to it if the overlay's URL was opened directly. */
export function useLeaveOverlay(list: NonNullable<LinkProps['to']>) {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    // The dialog has already asked.
    if (history.canGoBack()) history.back({ ignoreBlocker: true });
    else void navigate({ to: list, search: true, replace: true });
  };
}
