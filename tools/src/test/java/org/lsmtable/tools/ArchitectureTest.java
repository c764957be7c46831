package org.lsmtable.tools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rooms of the command line: no knots, and what only the entry of the process may touch. */
@AnalyzeClasses(packages = "org.lsmtable.tools", importOptions = ArchitectureTest.MainClasses.class)
class ArchitectureTest {
    /** Leaves out tests. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("/test/");
        }
    }

    @ArchTest
    static final ArchRule NO_KNOTS =
            slices().matching("org.lsmtable.tools.(*)..").should().beFreeOfCycles();

    /** Commands meet the process only through the session, so that tests can hand them another. */
    @ArchTest
    static final ArchRule ONLY_MAIN_TOUCHES_THE_PROCESS = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("org.lsmtable.tools.Main")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .accessField(System.class, "in")
            .orShould()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule NO_HADOOP =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.apache.hadoop..");
}
