// verify.js: runs the verifier of the pages on lines of JSON, for test_browser_verifier.py.
const { checkProof, readJson, UnreadableError } = await import(`file://${Deno.args[0]}`);

for (const line of (await new Response(Deno.stdin.readable).text()).trim().split("\n")) {
  const [proof, given] = JSON.parse(line);
  try {
    console.log(JSON.stringify(await checkProof(readJson(proof), { ...given, notes: given.notes && readJson(given.notes) })));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    console.log(JSON.stringify({ unreadable: error.message }));
  }
}
