export { diagnosticsWords } from '../en/diagnostics';
