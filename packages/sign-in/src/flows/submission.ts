// The last step of every flow: the server completes the interaction and says where to go.
import { useApp } from '../app-context.ts';

export const useSubmission = () => {
  const { api, leave } = useApp();
  return async () => {
    const { redirectTo } = await api('POST', '/experience/submit');
    if (redirectTo) await leave(redirectTo);
  };
};
