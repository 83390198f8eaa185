export function TestsScreen() {
  return null;
}
