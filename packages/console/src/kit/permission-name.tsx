// The name of a permission: an identifier, the same in every language.
import classes from './permission-name.module.css';

export function PermissionName({ name }: { name: string }) {
  return (
    <code className={`mono ${classes.name}`} dir="ltr">
      {name}
    </code>
  );
}
