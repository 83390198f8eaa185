export function UpdateTestScreen() {
  return null;
}
