"""The attacker: runs inside the sandbox with system Python alone, tries everything, and writes down what happened.

Every attack runs in a process of its own and answers with evidence; a word that starts with "BROKE" is a hole.
"""

import json
import os
import sys

sys.path.insert(0, "/agent")
import attempts
import powers
import reach

PROGRAM = (reach, powers)


def main():
    results = {}
    for function in attempts.ATTACKS:
        reader, writer = os.pipe()
        attempts.RESULT.append(writer)
        child = os.fork()
        if child == 0:
            os.close(reader)
            try:
                said = function()
            except BaseException as error:
                said = f"BROKE the attack itself: {error!r}"
            os.write(writer, said[:4000].encode("utf-8", "backslashreplace"))
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as said:
            results[function.__name__] = said.read().decode()
        os.waitpid(child, 0)
    with open("/workspace/results.json", "w") as stream:
        json.dump(results, stream)


if __name__ == "__main__":
    main()
