// For tests: where CPU time is spent.

const sum = ({ user, system }: { user: number; system: number }) => user + system;

/** The part of the process's CPU time that this thread uses during the work. */
export const shareOfThisThread = async (work: () => Promise<unknown>): Promise<number> => {
  const [thread, all] = [process.threadCpuUsage(), process.cpuUsage()];
  await work();
  return sum(process.threadCpuUsage(thread)) / sum(process.cpuUsage(all));
};
