// The method and path of an operation.
import classes from './api-reference.module.css';

export const MethodPath = ({ method, path }: { method: string; path: string }) => (
  <span className={classes.path} dir="ltr">
    <span className={classes.method}>{method}</span> <code>{path}</code>
  </span>
);
