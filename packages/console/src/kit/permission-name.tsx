// The name of a permission, which is an identifier and not translated.
import classes from './permission-name.module.css';

export function PermissionName({ name }: { name: string }) {
  return (
    <code className={`mono ${classes.name}`} dir="ltr">
      {name}
    </code>
  );
}
