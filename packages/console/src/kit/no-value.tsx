// Placeholder for a missing value. Cards of narrow lists omit the line.
import classes from './list-table.module.css';

export const NoValue = () => <span className={classes.none}>–</span>;
